import type { Bucket } from '../../service/domain/bucket.ts';

/** Captions of photos, by the bucket reported with them. */
export const CAPTIONS: Readonly<Record<Bucket, readonly string[]>> = {
  '0': [
    'Nobody here. Go now!',
    'Walked straight up to the counter',
    'Empty, and the scones are warm',
    'All quiet, just me and the barista',
    'No line at all, for once',
  ],
  '1-5': [
    'Just a handful ahead of me',
    'Short line, in and out',
    'Two minutes, tops',
    'Hardly a line today',
    'A good moment for a coffee',
  ],
  '6-10': [
    'Some people, but it moves',
    'Line reaches the pastry case',
    'Not bad for this time of day',
    'Slowly filling up',
    'Both registers open, going fast',
  ],
  '11-20': [
    'Line is back to the door',
    'Bring something to read',
    'Class just let out',
    'Longer than it looks from outside',
    'Everybody wants soup today',
  ],
  '20-30': [
    'Line is out the door',
    'All the way to the bike racks',
    'Should have come ten minutes ago',
    'Exam week, can you tell?',
    'Worth it? Ask me in a while',
  ],
  '30+': [
    'Around the corner by now',
    'I have never seen it this long',
    'Longest line of the term',
    'Giving up, see you tomorrow',
    'Half the campus is here',
  ],
};
