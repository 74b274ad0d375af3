/** A post's HTML as X makes it: the text, then the author's name and the date. */
export function tweetHtml(handle: string, text: string, name = "Reef Walker") {
  const linked = text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/@(\w+)/g, '<a href="https://twitter.com/$1?ref_src=twsrc%5Etfw">@$1</a>')
    .replace(/\n/g, "<br>")
  return `<blockquote class="twitter-tweet"><p lang="en" dir="ltr">${linked}</p>&mdash; ${name} (@${handle}) <a href="https://twitter.com/${handle}/status/1?ref_src=twsrc%5Etfw">January 1, 2026</a></blockquote>\n`
}
