/** Under which a draft's transaction is found again. */
export const creationName = (id: string) => `market.${id}`
