import { arrayIn, isObject } from '../contract/json.ts';
import { formOf } from '../facts/form-seen.ts';
import type { Rule } from './rule.ts';

/** Which form the deployment speaks, and that nothing of the other one shows. */
export const forms: Rule = {
  name: 'forms',
  requirements: [
    'form.declared',
    'form.no-highlights',
    'form.no-open-window',
    'form.no-open-hours',
    'form.no-photo-info',
  ],
  judge: (facts, say) => {
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
    if (formSignals.length === 0) say.nothing('form.declared', 'no answer differs between the forms');
    else if (seen !== form)
      say.breach('form.declared', {
        message: `declared as Form ${form}, but looks like ${seen === undefined ? 'a mixture' : `Form ${seen}`}`,
        ...breach,
      });
    else say.holds('form.declared');

    if (form === 2) {
      for (const page of facts.pages) {
        const faulty = arrayIn(page.body, 'results').some(
          (item) => isObject(item) && ('photo_url' in item || 'has_photo' in item),
        );
        if (faulty)
          say.breach('form.no-photo-info', {
            message: 'reports carry photo information',
            expected: 'no photo_url',
            seen: 'photo_url',
            exchange: page.exchange,
          });
        else if (page.length > 0) say.holds('form.no-photo-info');
      }
      for (const answer of facts.exports) {
        const extra = answer.header.filter((name) => /photo/i.test(name));
        if (extra.length > 0)
          say.breach('form.no-photo-info', {
            message: 'the export carries photo information',
            expected: 'no such column',
            seen: extra.join(', '),
            exchange: answer.exchange,
          });
      }
      return;
    }
    for (const chart of facts.charts) {
      if (isObject(chart.body) && !('open_window' in chart.body)) say.holds('form.no-open-window');
    }
    for (const patterns of facts.patterns) {
      if (isObject(patterns.body) && !('open_hours' in patterns.body)) say.holds('form.no-open-hours');
    }
    for (const exchange of facts.evidence.exchanges) {
      if (
        exchange.endpoint !== 'highlights' ||
        exchange.credential !== 'key' ||
        exchange.answer === undefined
      )
        continue;
      const { status } = exchange.answer;
      if (status === 200)
        say.breach('form.no-highlights', {
          message: 'the highlights endpoint answers',
          expected: 'status 404',
          seen: 'status 200',
          exchange,
        });
      else if (status < 500) say.holds('form.no-highlights');
    }
  },
};
