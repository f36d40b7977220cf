/** Dates, for the faults, which import no other part of the service in memory. */
export { addDays, daysBetween, isDate } from '../../mocks/service/local-time.ts';
