import type { RequestListener } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { LocalTime } from '../domain/local-time.ts';
import { type Micros, SECOND } from '../domain/micros.ts';
import type { PhotoFile } from '../domain/report.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { Form } from '../form/form.ts';
import { computations, REUSE } from '../operations/computations.ts';
import type { RequestContext } from '../operations/context.ts';
import { encodeCursor } from '../operations/cursor.ts';
import { FittedModels } from '../operations/fitted-models.ts';
import { type Moment, Moments } from '../operations/moment.ts';
import { PatternAccumulators } from '../operations/pattern-accumulators.ts';
import type { Key, Store } from '../store/store.ts';
import { Authentication } from './authenticate.ts';
import type { BaseUrl } from './base-url.ts';
import { FastLane } from './fast-lane.ts';
import { Problem } from './problem.ts';
import { Quota, type QuotaDay, quotaExceeded, quotaHeaders } from './quota.ts';
import { ReadyAnswers } from './ready-answers.ts';
import type { Router } from './router.ts';
import { sendAnswer, sendCsv } from './send.ts';
import { versionPerTurn } from './version-per-turn.ts';

/** What the API serves, and with what. */
export interface ApiOptions {
  readonly form: Form;
  readonly store: Store;
  readonly time: LocalTime;
  readonly timetable: Timetable;
  readonly clock: () => Micros;
  readonly baseUrl: BaseUrl;
  /** Null: pictures lie under `/photos` of the service itself. */
  readonly photoHost: string | null;
  /** Whom to ask for a higher quota, as a phrase. */
  readonly contact: string;
  readonly logger: Logger;
  /** False while the service winds down. */
  readonly isServing: () => boolean;
}

type Operation = { readonly operationId: string; readonly query: Readonly<Record<string, unknown>> };

/**
 * The operations of a form under `/api/v1`: route, authenticate, take the quota, answer. An unknown address is
 * told first, with or without a key; everything else needs one.
 */
export class Api {
  readonly #options: ApiOptions;
  readonly #router: Router;
  readonly #authentication: Authentication;
  readonly #quota: Quota;
  readonly #moments: Moments;
  readonly #fittedModels: FittedModels;
  readonly #patternAccumulators: PatternAccumulators;
  readonly #answers = new ReadyAnswers();
  readonly #fastLane: FastLane;
  readonly #handlers;
  #day: (QuotaDay & { readonly of: Temporal.PlainDate }) | null = null;

  /** `byExpress` is the application that `handle` is part of. */
  constructor(options: ApiOptions, router: Router, byExpress: RequestListener) {
    this.#options = options;
    this.#router = router;
    const { store, clock, time } = options;
    const version = versionPerTurn(store);
    this.#authentication = new Authentication({ version, findKey: (hash) => store.findKey(hash) });
    this.#quota = new Quota(store);
    this.#moments = new Moments(clock, { version, nextAfter: (at) => store.nextAfter(at) }, time);
    this.#fittedModels = new FittedModels(store, time, options.timetable);
    this.#patternAccumulators = new PatternAccumulators(store, time);
    this.#handlers = options.form.operations<RequestContext>(computations);
    const present = {
      key: (authorization: string) => this.#authentication.remembered(authorization),
      moment: () => this.#moments.current(),
      day: (moment: Moment) => this.#quotaDay(moment),
      clock,
      isServing: options.isServing,
      hostMatters: !options.baseUrl.isConfigured,
    };
    this.#fastLane = new FastLane(present, this.#quota, options.logger, byExpress);
  }

  /** Where requests come in: what the fast lane cannot answer goes to Express. */
  get listener(): RequestListener {
    return this.#fastLane.handle;
  }

  /** Learns what the first to ask for an estimate would have to wait for. */
  async warmUp(): Promise<void> {
    await this.#fittedModels.at(await this.#moments.current());
  }

  readonly handle: RequestHandler = async (request, response) => {
    const failure = this.#fastLane.failureOf(request);
    if (failure !== undefined) throw failure;
    const route = await this.#router.route(request.method, request.originalUrl);
    if ('problem' in route && route.problem.code === 'not-found') throw route.problem;
    const key = await this.#authentication.authenticate(request.headers.authorization);
    response.locals['key'] = key.id;
    const moment = await this.#moments.current();
    await this.#consumeQuota(key, moment, response);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('Vary', 'Authorization, Accept-Encoding');
    if ('problem' in route) throw route.problem;
    response.locals['operation'] = route.operationId;
    await this.#answer(route, key, moment, request, response);
  };

  async #consumeQuota(key: Key, moment: Moment, response: Response): Promise<void> {
    const day = this.#quotaDay(moment);
    const now = this.#options.clock();
    const state = await this.#quota.take(key, day.date);
    if (state === null) throw quotaExceeded(key, day, now, this.#options.contact);
    const headers = quotaHeaders(state, day, now);
    for (const name in headers) response.setHeader(name, headers[name] as string);
  }

  async #answer(
    route: Operation,
    key: Key,
    moment: Moment,
    request: Request,
    response: Response,
  ): Promise<void> {
    const handler = this.#handlers[route.operationId];
    if (handler === undefined) {
      throw new Problem('not-implemented', `The operation ${route.operationId} has no handler yet.`);
    }
    const base = this.#options.baseUrl.of(request);
    const compute = () => handler(route.query as never, this.#context(route, key, moment, base));
    const { lifetime: given, perAccount } = REUSE[route.operationId as keyof typeof REUSE];
    const lifetime = typeof given === 'string' ? given : given(route.query, moment);
    if (lifetime === 'never') {
      const pieces = (await compute()) as AsyncIterable<string>;
      await sendCsv(request, response, pieces, fileName(route.query));
      return;
    }
    const name = `${request.originalUrl} ${base}${perAccount ? ` ${key.account}` : ''}`;
    const epoch =
      lifetime === 'lesson'
        ? `${moment.data} ${await this.#fittedModels.version(moment)}`
        : `${lifetime} ${moment[lifetime]}`;
    const answer = await this.#answers.answer(name, epoch, compute);
    sendAnswer(request, response, answer);
    const account = perAccount ? key.account : null;
    const outlivesMoment = lifetime === 'data';
    const sent = { operation: route.operationId, moment, outlivesMoment, account, answer };
    this.#fastLane.learn(request, request.originalUrl, response, sent);
  }

  #context(route: Operation, key: Key, moment: Moment, base: string): RequestContext {
    const { store, time, timetable, photoHost } = this.#options;
    const photos = photoHost ?? `${base}/photos`;
    const kept = route.query['limit'];
    return {
      store,
      time,
      timetable,
      moment,
      fittedModel: () => this.#fittedModels.at(moment),
      patternAccumulators: this.#patternAccumulators,
      account: key.account,
      pageUrl: (direction, position) =>
        `${base}/api/v1/reports?limit=${kept}&cursor=${encodeCursor({ direction, position })}`,
      photoUrl: (photo) => `${photos}/${photoFile(photo)}`,
      thumbnailUrl: (photo) => `${photos}/thumbnails/${photoFile(photo)}`,
    };
  }

  /** The day that requests of a moment count for; computed once a day. */
  #quotaDay(moment: Moment): QuotaDay {
    if (this.#day?.of === moment.today) return this.#day;
    const { time } = this.#options;
    const { start, end } = time.day(moment.today);
    const seconds = (end - start) / SECOND;
    this.#day = {
      of: moment.today,
      date: moment.today.toString(),
      end,
      endsAt: time.timestamp(end),
      seconds,
    };
    return this.#day;
  }
}

/** The file of a photo on the photo host; one of unknown name is found by its report (gap `photo-address`). */
function photoFile(photo: PhotoFile): string {
  return photo.file === null
    ? `reports/${photo.reportId}.jpg`
    : photo.file.split('/').map(encodeURIComponent).join('/');
}

/** The file name an export is saved under: its range, where one was asked for (gap `csv-headers`). */
function fileName(query: Readonly<Record<string, unknown>>): string {
  const since = query['since'] === undefined ? '' : `-${query['since']}`;
  const until = query['until'] === undefined ? '' : `-to-${query['until']}`;
  return `headcount-reports${since}${until}.csv`;
}
