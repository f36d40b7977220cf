import { text } from 'node:stream/consumers';
import { Argument, Command, Option } from 'commander';
import { type Completion, complete } from './complete.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** `headcount completion`: prints a script that lets a shell complete `headcount`; `program` builds the program. */
export function completionCommand(program: () => Command): Command {
  return new Command('completion')
    .description('Print a script that lets a shell complete the commands, options and values of headcount.')
    .addArgument(new Argument('<shell>', 'the shell: bash, zsh or fish').choices(SHELLS))
    .addOption(
      new Option('--words', 'complete the words on standard input, for the scripts')
        .default(false)
        .hideHelp(),
    )
    .action(async (shell: Shell, { words }: { readonly words: boolean }) => {
      if (!words) console.log(SCRIPTS[shell]);
      else {
        const typed = (await text(process.stdin)).replace(/\n$/, '').split('\n');
        for (const line of linesOf(complete(program(), typed))) console.log(line);
      }
    });
}

/** The lines that the scripts read: words with a tab before their description, or the kind of paths. */
function linesOf({ words, paths }: Completion): readonly string[] {
  const lines = words.map(([word, description]) => `${word}\t${description}`);
  return paths === 'none' ? lines : [...lines, `:${paths}`];
}

/** Each calls the program as it was typed. What was typed is data for it: no script evaluates it. */
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Bash completion for headcount. File names follow where there are no words.
_headcount() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == :* ]] || COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(printf '%s\\n' "\${COMP_WORDS[@]:1:COMP_CWORD}" | "$1" completion bash --words 2>/dev/null)
}
complete -o bashdefault -o default -F _headcount headcount queue-headcount`,
  zsh: `#compdef headcount queue-headcount
_headcount() {
  local line
  local -a described
  while IFS= read -r line; do
    case $line in
      :files) _files ;;
      :folders) _files -/ ;;
      *) described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done < <(printf '%s\\n' "\${(@Q)words[2,CURRENT]}" | \${(Q)words[1]} completion zsh --words 2>/dev/null)
  (( $#described )) && _describe headcount described
}
compdef _headcount headcount queue-headcount`,
  fish: `# fish completion for headcount
function __headcount_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    for line in (printf '%s\\n' $words (commandline -ct) | $program completion fish --words 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c headcount -f -a '(__headcount_complete)'
complete -c queue-headcount -f -a '(__headcount_complete)'`,
};
