/** Prints a span for every request of the service that loads this file with `--import`. */
import { followRequests } from './request-spans.ts';

followRequests((span) => console.log(JSON.stringify(span)));
