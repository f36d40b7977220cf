/** Conditions of a run that tests a requirement, by the reason why this run could not. */
const needs: readonly (readonly [reason: RegExp, needed: string])[] = [
  [/^the venue was closed$/, 'a run while the venue is open'],
  [/without a closing time|may never close/, 'a run while the venue is open and has a closing time'],
  [/^there was no estimate$/, 'recent reports, so that there is an estimate'],
  [/too few reports of the last/, 'a run while several people report'],
  [/reports of the last \d+ minutes differ/, 'a run while recent reports agree'],
  [/^there are no photos$/, 'reports with a photo'],
  [/^there are no highlights$/, 'a report with a photo on an earlier day'],
  [/^no highlight is 60 days old$/, 'a photo that is 60 days old'],
  [/^there are no reports in the range$/, 'reports in the last weeks'],
  [/^there (are no reports|is a single report)$|fewer than two timestamps/, 'a few reports'],
  [
    /arrived? during the run|may have arrived|changed during the run/,
    'a run while no reports arrive or change',
  ],
  [/is empty$|fewer than three points/, 'a few reports today'],
  [/^the feed has a single page$|^no page has a previous$|^no page of the feed has/, 'more reports'],
  [
    /did not reach the end|^no link in previous|not all reports|values of the reports/,
    'a larger --max-requests',
  ],
  [/^no day of a long range/, 'a larger --max-requests, or a week in which every day has reports'],
  [/^no line point is in a closed part/, 'a closed day, or a break, within 60 days'],
  [/^every day seen is closed/, 'a day on which the venue is open'],
  [/windows of different weeks differ/, 'the same opening hours for several weeks'],
  [/week before may not be over|new day may have begun/, 'another run, not around midnight'],
  [/ends at midnight/, 'a run on a day on which the venue closes before midnight'],
  [/never responded with 200/, 'a response with 200 from that endpoint'],
  [/ fails, so there was nothing to check$/, 'a run after that failure is fixed'],
  [/ could be read$|could not be read$|no timestamp shows/, 'a run after the failures above are fixed'],
  [/is no open window|no open window was seen|today is not known/, 'a chart that shows its open window'],
  [/^no response shows a difference/, 'reports, or opening hours, that only one form has'],
  [/^the responses had nothing to check$/, 'more reports, or a larger --max-requests'],
];

/** Returns the condition of a run that tests what this one could not for that reason; undefined if none is known. */
export function neededFor(reason: string): string | undefined {
  return needs.find(([pattern]) => pattern.test(reason))?.[1];
}
