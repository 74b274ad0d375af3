/** A batch contradicts what has been stored meanwhile; it has to be read from the chain again. */
export class StaleBatch extends Error {
  override name = "StaleBatch"
}
