import { Notice } from "@/components/ui/notice"

/** In place of buttons that could not work. */
export const NotConfigured = ({ what }: { what: string }) => (
  <Notice title="Not available on this site">
    <p>The operator of this site has not set up {what}.</p>
  </Notice>
)
