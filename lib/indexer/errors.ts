/** A batch contradicts newer stored rows: it has to be read from the chain again. */
export class StaleBatchError extends Error {
  override name = "StaleBatchError"
}

/** Another writer moved the index, such as a reindexing: the checkpoint has to be read again. */
export class CursorMovedError extends Error {
  override name = "CursorMovedError"
}

/** The chain no longer continues what is stored. */
export class ReorgError extends Error {
  override name = "ReorgError"
}

/** The configuration is wrong: retrying does not help. */
export class ConfigError extends Error {
  override name = "ConfigError"
}
