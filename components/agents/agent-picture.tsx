import { Avatar } from "@/components/profiles/avatar"

type Props = { agent: { wallet: string; image: string | null }; size?: number }

/** The picture of an agent's card; its wallet's identicon without one. */
export function AgentPicture({ agent: { wallet, image }, size = 48 }: Props) {
  return <Avatar avatarUrl={image} size={size} wallet={wallet} />
}
