/** Under which a draft's transaction is found again. */
export const launchName = (id: string) => `launch.${id}`
