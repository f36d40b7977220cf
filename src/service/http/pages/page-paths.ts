/** The path of the account page (record 30). */
export const ACCOUNT_PATH = '/account';

/** The path of the report page (record 31). */
export const REPORT_PATH = '/report';

/** The path of the list of venues, in a service with several. It is also at the root, unless a venue is there. */
export const LIST_PATH = '/venues';

/** The path of the page for the staff (record 33). */
export const STAFF_PATH = '/staff';
