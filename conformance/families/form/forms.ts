import { arrayIn, isObject } from '../../contract/json.ts';
import { formOf, showsHighlights } from '../../facts/form-seen.ts';
import type { Rule } from '../rule.ts';

/** The deployment implements the declared form, and no part of the other. */
export const forms: Rule = {
  name: 'forms',
  judge: (facts, ledger) => {
    const { form, formSignals } = facts;
    const seen = formOf(formSignals);
    const contrary = formSignals.filter((signal) => signal.form !== form);
    const places = contrary.map(({ place }) => place).join(', ');
    const exchange = facts.evidence.exchanges.find(({ number }) => number === contrary[0]?.exchange);
    const breach = {
      expected: `Form ${form}`,
      seen: `Form ${seen ?? 'unclear'}, by ${places}`,
      ...(exchange === undefined ? {} : { exchange }),
    };
    if (formSignals.length === 0)
      ledger.notApplicable('form.declared', 'no response shows a difference between the forms');
    else if (seen !== form)
      ledger.fail('form.declared', {
        message: `declared as Form ${form}, but looks like ${seen === undefined ? 'a mixture' : `Form ${seen}`}`,
        ...breach,
      });
    else ledger.pass('form.declared');

    if (form === 2) {
      for (const page of facts.pages) {
        const names = arrayIn(page.body, 'results').flatMap((item) =>
          isObject(item) ? Object.keys(item).filter(isAboutPhotos) : [],
        );
        if (names.length > 0)
          ledger.fail('form.no-photo-info', {
            message: 'reports have photo information',
            expected: 'no such member',
            seen: [...new Set(names)].join(', '),
            exchange: page.exchange,
          });
        else if (page.length > 0) ledger.pass('form.no-photo-info');
      }
      return;
    }
    for (const chart of facts.charts) {
      if (isObject(chart.body) && !('open_window' in chart.body)) ledger.pass('form.no-open-window');
    }
    for (const patterns of facts.patterns) {
      if (isObject(patterns.body) && !('open_hours' in patterns.body)) ledger.pass('form.no-open-hours');
    }
    for (const exchange of facts.evidence.exchanges) {
      if (
        exchange.endpoint !== 'highlights' ||
        exchange.credential !== 'key' ||
        exchange.response === undefined
      )
        continue;
      const { status, body } = exchange.response;
      const breach = { expected: 'status 404', seen: `status ${status}`, exchange };
      if (showsHighlights(exchange.response))
        ledger.fail('form.no-highlights', { message: 'the highlights endpoint exists', ...breach });
      // An application may respond to any path with its page
      else if (status === 200)
        ledger.warn('form.no-highlights', {
          message: 'the path of highlights responds, but not with highlights',
          ...breach,
          seen: body,
        });
      else if (status < 500) ledger.pass('form.no-highlights');
    }
  },
};

function isAboutPhotos(name: string): boolean {
  return /photo/i.test(name);
}
