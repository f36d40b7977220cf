/**
 * How long anything may take, in milliseconds. Together they let every request that waits for the server fail within two
 * seconds; only computations may run longer, up to the address's `statement_timeout` (record 11).
 */

/** To connect, or to wait for a free connection. */
export const CONNECT_TIMEOUT = 1000;
/** To wait for a lock in the transaction of an export. */
export const LOCK_TIMEOUT = 800;
/** To wait for a lock when tables are made, changed or emptied: whoever reads them waits behind that. */
export const CHANGE_TIMEOUT = 5000;
/** For an urgent statement as a whole, with waiting for a connection. */
export const URGENT_LIMIT = 1800;
/** How long after the server should have canceled a statement its connection counts as lost. */
export const GRACE = 500;
/** How long a call runs before it is checked, again and again, that the server still responds. */
export const CHECK_AFTER = 700;
/** For one check that the server responds: to connect, and for its response. */
export const PROBE_TIMEOUT = 1000;
/** For the first contact of a program, which may have to wait for a server that wakes up. */
export const FIRST_CONTACT = 10_000;
/** For statements that still run when the database is closed. */
export const CLOSE_TIMEOUT = 1000;
