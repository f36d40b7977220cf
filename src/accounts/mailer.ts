/** A mail of plain text from the service. */
export interface Mail {
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  /** Lines that end in `\n`. */
  readonly text: string;
}

/** Sends mails some time after it has accepted them, and reports to the log if it can't. */
export interface Mailer {
  /**
   * Accepts a mail at once; never throws. `undelivered` is called if the mail was not sent, because the server could not be
   * used, too many mails were waiting, or the service shuts down; not if the server refused this mail or took too long over it.
   */
  send(mail: Mail, undelivered?: () => Promise<void>): void;
  /** Whether so many mails are waiting that it would drop another one. Missing: it drops none. */
  isFull?(): boolean;
}
