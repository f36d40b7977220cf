import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { REPORT_PATH } from '../../service/http/app-options.ts';
import { makeFolder } from '../../service/store/make-folder.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { addSettings, type Settings } from '../settings/settings.ts';
import { action } from './action.ts';
import { addVenue } from './venue-option.ts';

interface PosterSettings extends Pick<Settings, 'publicUrl' | 'venueName' | 'reportCode'> {
  readonly out: string;
}

/** `headcount poster`: what to print, so that people find the report page. */
export function posterCommand(): Command {
  const command = addSettings(
    new Command('poster').description(
      'Write a poster and a sticker with a QR code of the report page, to print.',
    ),
    ['publicUrl', 'venueName', 'reportCode'],
  );
  return addVenue(command, 'required')
    .option('--out <folder>', 'folder to write into', 'poster')
    .action(
      action(async ({ publicUrl, venueName, reportCode, out }: PosterSettings) => {
        if (publicUrl === null) {
          throw new OperatorError(
            '--public-url (HEADCOUNT_PUBLIC_URL) is required: the URL at which people reach the service',
          );
        }
        const { posterPage, posterSvg, SHEETS } = await import('../poster/poster.ts');
        const poster = { venueName, url: publicUrl + REPORT_PATH, code: reportCode };
        await makeFolder(out);
        const files = {
          'poster.html': posterPage(poster),
          'poster.svg': posterSvg(poster, SHEETS.poster),
          'sticker.svg': posterSvg(poster, SHEETS.sticker),
        };
        for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
        console.log(
          `Wrote ${join(out, 'poster.html')} to print, or to save as PDF; poster.svg (A4) and sticker.svg beside it.`,
        );
      }),
    );
}
