import type { MailLog } from '../../accounts/mail/outbox.ts';
import { printable } from '../../service/domain/texts.ts';

/** Prints the mails of the demo, with links that a terminal opens. */
export const demoMail: MailLog = {
  info(details, message) {
    const { to, text } = details as { readonly to: string; readonly text: readonly string[] };
    console.log(
      printable(['', `  ${message}, to ${to}`, ...text.map((line) => `    ${line}`), ''].join('\n')),
    );
  },
  warn(_, message) {
    console.log(printable(`  ${message}`));
  },
};
