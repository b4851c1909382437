/**
 * awk program that prints the words that can follow a command line, each with a tab and a
 * description. The program reads the table of `completionTable`. Its arguments are the words up to
 * the cursor. The program must contain no backslash, because fish reads backslashes between quotes
 * differently.
 */
const NEXT_WORDS = `
  BEGIN { FS = "\t"; last = ARGC - 1; ARGC = 1 }
  { after[NR] = $1; text[NR] = $2 FS $3; known[$1] }
  END {
    if (ARGV[last] ~ /^--.*=/) { sub(/[=].*/, "", ARGV[last]); last++ }
    for (i = 2; i < last; i++) {
      if (ARGV[i] == "=") continue # bash takes --type=x for three words
      if (at != place) at = place # the word was the value of an option
      else if ((place " " ARGV[i]) in known) at = place " " ARGV[i]
      else if ((place "/" ARGV[i]) in known) at = place = place "/" ARGV[i]
    }
    for (i = 1; i <= NR; i++) if (after[i] == at && text[i] != FS) print text[i]
  }`;

/** Functions that create the script for each shell from the completion table. */
export const SHELL_SCRIPTS = {
  // Also works in bash 3.2 of macOS.
  bash: (table: string) => `# Completion of lethe for bash.
_lethe() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" found IFS=$'\\n'
  found=$(${nextWords(table)} "\${COMP_WORDS[@]:0:COMP_CWORD + 1}" | cut -f 1)
  if [ "$cur" = = ]; then cur=; fi
  COMPREPLY=($(compgen -W "\${found/<file>/}" -- "$cur"))
  if [[ "$found" == *'<file>'* && "$cur" != -* ]]; then
    COMPREPLY+=($(compgen -f -- "$cur"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _lethe lethe`,

  // Works in `eval` and as a file in a folder of `fpath`.
  zsh: (table: string) => `#compdef lethe
# Completion of lethe for zsh.
_lethe() {
  local -a found described
  found=(\${(f)"$(${nextWords(table)} "\${(@)words[1,CURRENT]}")"})
  case $words[CURRENT] in
    --*=*) compset -P '*=' ;;
    -*) ;;
    *) found=(\${found:#-*}) ;;
  esac
  described=(\${\${found:#'<file>'*}/$'\\t'/:})
  (($#described)) && _describe word described
  (($#described < $#found)) && _files
  return 0
}
if [ "\${funcstack[1]}" = _lethe ]; then _lethe "$@"; else compdef _lethe lethe; fi`,

  // For fish 3 and newer.
  fish: (table: string) => `# Completion of lethe for fish.
function __lethe_words
  set -l cur (commandline -ct)
  set -l option (string match -r -- '^--.*=' "$cur")
  for word in (${nextWords(table)} (commandline -opc) "$cur")
    string match -q -- '-*' "$cur"; or not string match -q -- '-*' $word; and echo "$option$word"
  end
end
complete -c lethe -e
complete -c lethe -f -a "(__lethe_words | string match -v '*<file>*')"
complete -c lethe -n "__lethe_words | string match -q '*<file>*'" -F`,
} as const;

function nextWords(table: string): string {
  return `printf '%s\\n' ${quoted(table)} | awk ${quoted(NEXT_WORDS)}`;
}

/** Quotes a text for all three shells. The text must contain no backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
