declare module 'friendly-words' {
  const lists: { readonly predicates: readonly string[]; readonly objects: readonly string[] }
  export default lists
}
