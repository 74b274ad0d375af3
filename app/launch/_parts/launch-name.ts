/** Under which a draft's transaction is found again. */
export const transactionName = (id: string) => `launch.${id}`
