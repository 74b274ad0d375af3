/** Where a body that is pushed goes: a response of our own server, or a stream of the platform. */
export type Sink = {
  write: (bytes: Uint8Array) => void
  /** Bytes that the client has not taken yet. */
  buffered: () => number
  /** Ends the answer; bytes that were not taken may be lost. */
  close: () => void
}

/**
 * A body without an end that is written to when there is something to say. Either `start` is called, once, or `cancel`.
 * `start` returns what is to be called when the client has gone.
 */
export class PushBody {
  constructor(
    readonly type: string,
    readonly start: (sink: Sink) => () => void,
    readonly cancel: () => void,
  ) {}
}

/** The same as a stream of the platform, for answers that the framework sends. */
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
