/** The name of a player or a group. Isolated, so that a name written from right to left does not move what stands beside it. */
export const Name = ({ children }: { children: string }) => <bdi translate="no">{children}</bdi>
