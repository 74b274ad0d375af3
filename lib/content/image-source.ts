/**
 * The source of a stored image in a page. An http URL can only belong to this server, because pages load nothing else
 * over http. As a path it works under every host name of the server.
 */
export const toImageSource = (url: string) => url.replace(/^http:\/\/[^/]+(?=\/ipfs\/)/, "")
