/** The path of the account page (record 30). */
export const ACCOUNT_PATH = '/account';

/** The path of the report page (record 31). */
export const REPORT_PATH = '/report';
