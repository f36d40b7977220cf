/** The service that serves this page, and what it has put into the page's meta elements. */
export interface OwnService {
  readonly baseUrl: string;
  /** The path between its base URL and `/api/v1` where no key is needed; null if there is none. */
  readonly publicPath: string | null;
  /** Whether people get keys at `account`, beside this page. */
  readonly hasAccountPage: boolean;
  readonly venueName: string | null;
}

/** Reads the meta elements by `content`, which returns null for a missing one. */
export function ownServiceOf(content: (name: string) => string | null, baseUrl: string): OwnService {
  const publicPage = content('public-page');
  return {
    baseUrl,
    publicPath: publicPage !== null && /^[a-z]+$/.test(publicPage) ? `/${publicPage}` : null,
    hasAccountPage: content('account-page') === 'account',
    venueName: content('venue-name'),
  };
}
