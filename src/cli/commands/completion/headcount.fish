# fish completion for headcount
function __headcount_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    for line in (printf '%s\n' $words (commandline -ct) | $program completion fish --words 2>/dev/null)
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
complete -c queue-headcount -f -a '(__headcount_complete)'
