import cluster from 'node:cluster';
import { Command } from 'commander';
import { openStore } from '../store/open-store.ts';
import { action } from './failure.ts';
import { addSettings, SERVICE_SETTINGS, type ServiceSettings } from './options.ts';
import { addressOf, clockOf, onSignal, type Service, startService } from './service.ts';
import { onParentsWord, startWorkers } from './workers.ts';

interface ServeSettings extends ServiceSettings {
  readonly workers: number;
}

/** `headcount serve`: serves the data of a database, and nothing else. */
export function serveCommand(): Command {
  return addSettings(
    new Command('serve').description(
      'Serve a form of the interface from a database, which is made when it is missing.',
    ),
    [...SERVICE_SETTINGS, 'workers'],
  ).action(
    action(async (settings: ServeSettings) => {
      if (cluster.isWorker) {
        const service = await serve(settings).catch((error: unknown) => {
          // Its connection to the parent would keep it alive.
          cluster.worker?.disconnect();
          throw error;
        });
        onParentsWord(() => service.close());
      } else if (settings.workers > 1) {
        await serveByWorkers(settings);
      } else {
        const service = await serve(settings);
        onSignal(() => service.close());
        console.error(`Serving Form ${settings.form} at ${service.url}`);
      }
    }),
  );
}

async function serve(settings: ServiceSettings): Promise<Service> {
  const store = await openStore(settings.database, { create: true });
  return startService(settings, store).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
}

async function serveByWorkers(settings: ServeSettings): Promise<void> {
  // Made and brought up to date once, so that what is wrong with the database is told once.
  await (await openStore(settings.database, { create: true })).close();
  const workers = await startWorkers(
    settings.workers,
    settings.asOf === null ? null : clockOf(settings.asOf),
  );
  onSignal(() => workers.close());
  const url = addressOf(settings, workers.port).fixed;
  console.error(`Serving Form ${settings.form} at ${url}, by ${settings.workers} workers`);
}
