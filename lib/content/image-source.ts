/**
 * Where a page loads a stored picture from. An http address can only be one of this very server: pages may
 * load nothing else over http. As a path it works under whatever name the visitor knows the server by.
 */
export const toImageSource = (url: string) => url.replace(/^http:\/\/[^/]+(?=\/ipfs\/)/, "")
