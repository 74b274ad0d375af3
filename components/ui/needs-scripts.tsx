/** Says without scripts why a form does nothing. What can be read on the page needs none. */
export const NeedsScripts = () => (
  <noscript>
    <p className="mb-4 rounded-control bg-sand-soft p-3 text-sm">
      This part needs scripts, which are off in this browser. Everything else can be read without
      them.
    </p>
  </noscript>
)
