/**
 * Commands for a shell that fold the audit path of a proof (RFC 9162, section 2.1.3.2) into `root`, from the place
 * `index` in a tree whose last place is `last`: after them `root` is the tree's and `last` is 0. They use a function
 * `parent`.
 *
 * @param hashes the command that prints the hashes of the path
 * @param indent what stands before each line
 */
export const pathFold = (hashes: string, indent = ''): string =>
  `for sibling in $(${hashes}); do
  if [ $((index % 2)) -eq 1 ] || [ "$index" -eq "$last" ]; then
    root=$(parent "$sibling" "$root")
    while [ $((index % 2)) -eq 0 ] && [ "$index" -ne 0 ]; do index=$((index / 2)); last=$((last / 2)); done
  else
    root=$(parent "$root" "$sibling")
  fi
  index=$((index / 2)); last=$((last / 2))
done`
    .split('\n')
    .map((line) => `${indent}${line}`)
    .join('\n')
