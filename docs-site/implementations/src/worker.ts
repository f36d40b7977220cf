import { judgeRecording } from './judge.ts';

/** The thread in which the page judges: takes the text of a recording, and sends what it shows or an error. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  judgeRecording(data).then(
    (judged) => self.postMessage(judged),
    (error: unknown) => self.postMessage(`the recording cannot be judged: ${String(error)}`),
  );
});
