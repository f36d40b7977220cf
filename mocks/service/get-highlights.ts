import { addDays, stampText } from './local-time.ts';
import { type Body, type Photo, type Store, todayOf } from './store.ts';

/** `getHighlights`: an earlier photo for each of the last days that has one, newest day first. */
export function getHighlights(store: Store, days: number): Body {
  const today = todayOf(store);
  const highlights = Array.from({ length: days }, (_, daysAgo) => {
    const date = addDays(today, -daysAgo);
    const photo = store.highlightOn(date, daysAgo);
    return photo === undefined ? [] : [{ date, photo: photoOf(photo, store) }];
  });
  return { highlights: highlights.flat() };
}

function photoOf(photo: Photo, store: Store): Body {
  return {
    id: photo.id,
    image_url: store.photoUrl(photo.file),
    thumbnail_url: store.photoUrl(photo.thumbnail),
    caption: photo.caption,
    created_at: stampText(photo.createdAt, store),
    expires_at: stampText(photo.expiresAt, store),
    like_count: photo.likes,
    liked: photo.isLiked,
  };
}
