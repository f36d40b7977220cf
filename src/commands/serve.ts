import { Command } from 'commander';
import { openStore } from '../store/open-store.ts';
import { action } from './failure.ts';
import { onSignal, startService } from './service.ts';
import { addSettings, SERVICE_SETTINGS, type ServiceSettings } from './settings.ts';

/** `headcount serve`: serves an existing or new database and adds nothing to it. */
export function serveCommand(): Command {
  return addSettings(
    new Command('serve').description('Serve the API from a database, which is created if it does not exist.'),
    SERVICE_SETTINGS,
  ).action(
    action(async (settings: ServiceSettings) => {
      const store = await openStore(settings.database, { create: true });
      const service = await startService(settings, store).catch(async (error: unknown) => {
        await store.close();
        throw error;
      });
      onSignal(() => service.close());
      console.error(`Serving Form ${settings.form} at ${service.url}`);
    }),
  );
}
