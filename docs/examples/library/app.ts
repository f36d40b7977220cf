// app.ts
import express, { type Express } from 'express';
import { createService, type MountableService } from 'queue-headcount';

/** Our site, with the service under `/live`. */
export async function createApp(database: string): Promise<{ app: Express; service: MountableService }> {
  const service = await createService({
    database,
    timeZone: 'America/Los_Angeles',
    hours: {
      weekly: {
        mon: ['07:00-22:00'],
        tue: ['07:00-22:00'],
        wed: ['07:00-22:00'],
        thu: ['07:00-22:00'],
        fri: ['07:00-22:00'],
        sat: ['09:00-18:00'],
        sun: [],
      },
      exceptions: { '2026-12-25': [] },
    },
  });
  const app = express();
  app.use('/live', service.handler);
  app.get('/', (_request, response) => {
    response.send('<a href="live/">How long is the line?</a>');
  });
  return { app, service };
}
