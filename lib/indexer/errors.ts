/** A batch contradicts what was stored meanwhile: it has to be read from the chain again. */
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

/** Somebody has to look at the configuration: no repetition helps. */
export class ConfigError extends Error {
  override name = "ConfigError"
}
