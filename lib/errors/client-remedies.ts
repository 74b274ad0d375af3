// Imports nothing: the SDKs have copies (scripts/generate/sdk.mjs).

type ClientRemedy = { sdk: string; python: string; command: string }

/** Remedies that depend on the client: options of the SDKs, and of the command. The service sends the others. */
export const clientRemedies: Readonly<Record<string, ClientRemedy | undefined>> = {
  UNAUTHENTICATED: {
    sdk: "Give createAtoll a `key`, or an `account` that signs in.",
    python: "Give Atoll a `key`, or a `signer` that signs in.",
    command: "Set ATOLL_KEY, or run `atoll login`.",
  },
  API_KEY_REQUIRED: {
    sdk: "Give createAtoll a `key`, or an `account` that signs in.",
    python: "Give Atoll a `key`, or a `signer` that signs in.",
    command: "Set ATOLL_KEY, or run `atoll login`.",
  },
  INVALID_API_KEY: {
    sdk: "Give createAtoll the wallet's present `key`, or an `account` that signs in.",
    python: "Give Atoll the wallet's present `key`, or a `signer` that signs in.",
    command: "Set ATOLL_KEY to a key that is valid, or run `atoll login`.",
  },
  KEY_LIMIT_REACHED: {
    sdk: "Give the wallet's key as `key`; another program or computer has it. If it is lost, `replaceKey: true` deletes it and creates another; programs that use it lose it.",
    python:
      "Give the wallet's key as `key`; another program or computer has it. If it is lost, `replace_key=True` deletes it and creates another; programs that use it lose it.",
    command:
      "Set ATOLL_KEY to that key, or replace it with `atoll login --replace`: programs that use it lose it.",
  },
  MAYBE_SENT: {
    sdk: "Do the same again: it goes on checking, and sends nothing twice. Or ask `checkSent` with the signed transactions.",
    python:
      "Do the same again: it goes on checking, and sends nothing twice. Or ask `check_sent` with the signed transactions.",
    command: "Do the same again: it goes on checking, and sends nothing twice.",
  },
  OFFLINE: {
    sdk: "Start the service, or check `url` and the connection.",
    python: "Start the service, or check `url` and the connection.",
    command: "Start the service, or check ATOLL_URL and the connection.",
  },
}
