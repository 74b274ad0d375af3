/** Content type of server-sent events. */
export const EVENT_STREAM = "text/event-stream; charset=utf-8"

/** The destination of a pushed body: a response of our own server, or a platform stream. */
export type Sink = {
  write: (bytes: Uint8Array) => void
  /** Bytes that the client has not taken yet. */
  buffered: () => number
  /** Ends the answer; bytes that were not taken may be lost. */
  close: () => void
}

/**
 * An endless body that is written to whenever there is news. Either `start` is called, once, or `cancel`. `start`
 * returns the function to call when the client has gone.
 */
export class PushBody {
  constructor(
    readonly type: string,
    readonly start: (sink: Sink) => () => void,
    readonly cancel: () => void,
  ) {}
}

/** Wraps it as a platform stream, for answers that the framework sends. */
export function toReadableStream(body: PushBody): ReadableStream<Uint8Array> {
  let stop = () => {}
  return new ReadableStream(
    {
      start(controller) {
        stop = body.start({
          write: (bytes) => controller.enqueue(bytes),
          buffered: () => Math.max(0, -(controller.desiredSize ?? 0)),
          close: () => {
            try {
              controller.close()
            } catch {
              // The client has gone before.
            }
          },
        })
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0, size: ({ byteLength }) => byteLength },
  )
}
