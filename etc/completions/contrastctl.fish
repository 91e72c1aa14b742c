# Completion of contrastctl for fish. Installed as /usr/share/fish/vendor_completions.d/contrastctl.fish.

set -l asking check suggest explain resolve tokens pairs traits matrix
set -l daemon status list watch history sync verify reload cat-config
set -l commands ratio fix policy baseline waiver lsp $asking $daemon

complete -c contrastctl -f
complete -c contrastctl -n "not __fish_seen_subcommand_from $commands help" -l help -s h -d 'Help'
complete -c contrastctl -n "not __fish_seen_subcommand_from $commands help" -l version -d 'Version'
complete -c contrastctl -n "__fish_seen_subcommand_from help" -a "$commands"

set -l first "not __fish_seen_subcommand_from $commands help"
complete -c contrastctl -n $first -a check -d 'Evaluate palettes and list what fails'
complete -c contrastctl -n $first -a ratio -d 'The contrast of two colours, no palette needed'
complete -c contrastctl -n $first -a suggest -d 'The nearest colour that passes'
complete -c contrastctl -n $first -a fix -d 'A patch that makes failing pairs pass'
complete -c contrastctl -n $first -a explain -d 'How one pair came to its verdict'
complete -c contrastctl -n $first -a resolve -d 'What a name is under traits, and why'
complete -c contrastctl -n $first -a tokens -d 'The colours that were understood'
complete -c contrastctl -n $first -a pairs -d 'The pairs that are judged'
complete -c contrastctl -n $first -a traits -d 'Trait dimensions and combinations'
complete -c contrastctl -n $first -a matrix -d 'The grid of judged pairs'
complete -c contrastctl -n $first -a policy -d 'Begin, show and check what has to hold'
complete -c contrastctl -n $first -a baseline -d 'Accept the failures that are there, and no others'
complete -c contrastctl -n $first -a waiver -d 'Answer for a failure for a time'
complete -c contrastctl -n $first -a status -d 'How the daemon is, and what it watches'
complete -c contrastctl -n $first -a list -d 'The palettes that the daemon watches'
complete -c contrastctl -n $first -a watch -d 'Events as the daemon tells them'
complete -c contrastctl -n $first -a history -d 'What the daemon told of a pair'
complete -c contrastctl -n $first -a sync -d 'Wait until everything written so far is reflected'
complete -c contrastctl -n $first -a verify -d 'Look for changes that no event told'
complete -c contrastctl -n $first -a reload -d 'Make the daemon read its configuration again'
complete -c contrastctl -n $first -a cat-config -d 'The configuration in force'
complete -c contrastctl -n $first -a lsp -d 'A language server for editors'
complete -c contrastctl -n $first -a help -d 'Help for a command'

# Each option with the commands that have it.
complete -c contrastctl -n "__fish_seen_subcommand_from check tokens pairs traits matrix" -F
complete -c contrastctl -n "__fish_seen_subcommand_from $commands" -l help -s h -d 'This help'
complete -c contrastctl -n "__fish_seen_subcommand_from $commands" -l no-pager -d 'Accepted; nothing is paged'
complete -c contrastctl -n "__fish_seen_subcommand_from $commands" -l json -d 'JSON on standard output'
complete -c contrastctl -n "__fish_seen_subcommand_from $commands" -l output -s o -r -F -d 'Write the answer there instead'
complete -c contrastctl -n "__fish_seen_subcommand_from lsp $asking $daemon" -l socket -r -F -d 'The socket of the daemon'
complete -c contrastctl -n "__fish_seen_subcommand_from lsp $asking" -l no-daemon \
  -d 'Read the files, also where the daemon watches them'
complete -c contrastctl -n "__fish_seen_subcommand_from $asking" \
  -l traits -x -a 'style=light style=dark contrast=normal contrast=high level=base level=elevated gamut=srgb gamut=p3' \
  -d 'Ask only these traits'
complete -c contrastctl -n "__fish_seen_subcommand_from $asking" \
  -l override -x -a 'style=light style=dark fake-dark=yes dynamic=no' -d 'Force traits'
complete -c contrastctl -n "__fish_seen_subcommand_from $asking" \
  -l ios -x -a 'ios13-14 ios15-18 ios26' -d 'The table of system colours'
complete -c contrastctl -n "__fish_seen_subcommand_from check suggest explain resolve tokens pairs matrix" \
  -l with -x -d 'What if: NAME[TRAITS]=COLOR'
complete -c contrastctl -n "__fish_seen_subcommand_from check suggest explain pairs matrix" \
  -l conformance -x -a 'AA AAA' -d 'The level that is required'
complete -c contrastctl -n "__fish_seen_subcommand_from suggest explain resolve" -l in -r -F -d 'Where the palettes are'

complete -c contrastctl -n "__fish_seen_subcommand_from policy" -l origin -d 'File and line of every value in force'
complete -c contrastctl -n "__fish_seen_subcommand_from policy" -l accept -d 'Also accept what fails today'
complete -c contrastctl -n "__fish_seen_subcommand_from baseline" -F -a 'create prune show'
complete -c contrastctl -n "__fish_seen_subcommand_from waiver" -a 'add list check'
complete -c contrastctl -n "__fish_seen_subcommand_from waiver" -l in -r -F -d 'The directory that is covered'
complete -c contrastctl -n "__fish_seen_subcommand_from waiver" -l owner -x -d 'Who answers for it'
complete -c contrastctl -n "__fish_seen_subcommand_from waiver" -l reason -x -d 'Why it is so'
complete -c contrastctl -n "__fish_seen_subcommand_from waiver" -l expires -x -d 'The day that ends it'
complete -c contrastctl -n "__fish_seen_subcommand_from waiver" -l traits -x -d 'Only under these traits'
complete -c contrastctl -n "__fish_seen_subcommand_from waiver" -l rule -x -d 'Only findings of this code'
complete -c contrastctl -n "__fish_seen_subcommand_from waiver" -l ticket -x -d 'Where it is followed up'
complete -c contrastctl -n "__fish_seen_subcommand_from policy" -F -a 'init show check schema'

complete -c contrastctl -n "__fish_seen_subcommand_from check" -l pair -x -d 'Only pairs of this foreground, background, or both'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l rule -x -d 'Only findings of this code, or pairs of this rule'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l all-pairs -d 'Also count every foreground on every background'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l notes -d 'Show notes one by one'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l new-only -d 'Only failures that the baseline does not know'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l against -x -d 'New is what did not fail in this revision'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l no-baseline -d 'As if there were no baseline'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l fail-on -x -a 'error warning note never' \
  -d 'The least severity that fails the check'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l format -x -a 'human json' -d 'The form of the answer'
complete -c contrastctl -n "__fish_seen_subcommand_from check" -l quiet -s q -d 'No answer, only the exit status'

complete -c contrastctl -n "__fish_seen_subcommand_from ratio" -l on -x -d 'What a translucent background stands on'
complete -c contrastctl -n "__fish_seen_subcommand_from ratio" -l p3 -d 'Measure on a P3 display'

complete -c contrastctl -n "__fish_seen_subcommand_from fix" -l apply -d 'Write the files'
complete -c contrastctl -n "__fish_seen_subcommand_from fix" -l pair -x -d 'Only pairs of this foreground, background, or both'
complete -c contrastctl -n "__fish_seen_subcommand_from fix" -l at-definition -d 'For an alias change the value at its end'
complete -c contrastctl -n "__fish_seen_subcommand_from fix" \
  -l traits -x -a 'style=light style=dark contrast=normal contrast=high level=base level=elevated gamut=srgb gamut=p3' \
  -d 'Ask only these traits'
complete -c contrastctl -n "__fish_seen_subcommand_from fix" -l conformance -x -a 'AA AAA' -d 'The level that is required'
complete -c contrastctl -n "__fish_seen_subcommand_from fix" \
  -l ios -x -a 'ios13-14 ios15-18 ios26' -d 'The table of system colours'
complete -c contrastctl -n "__fish_seen_subcommand_from fix" -F

complete -c contrastctl -n "__fish_seen_subcommand_from suggest" -l keep -x -a 'fg bg' -d 'Which of the two stays'
complete -c contrastctl -n "__fish_seen_subcommand_from suggest" -l needs -x -d 'The ratio to reach'
complete -c contrastctl -n "__fish_seen_subcommand_from suggest" -l all-traits -d 'One value for every combination'

complete -c contrastctl -n "__fish_seen_subcommand_from tokens" -l uncovered -d 'Only colours with a role and no partner'
complete -c contrastctl -n "__fish_seen_subcommand_from tokens" -l duplicates -d 'Groups of equal colours'

complete -c contrastctl -n "__fish_seen_subcommand_from pairs" -l why -d 'The rule and its reason'

complete -c contrastctl -n "__fish_seen_subcommand_from history" -l traits -x -d 'Only combinations with these traits'
complete -c contrastctl -n "__fish_seen_subcommand_from history" -l since -x -d 'Only what was told from this day on'
complete -c contrastctl -n "__fish_seen_subcommand_from history" -l palette -r -d 'Only the pair of this palette'
complete -c contrastctl -n "__fish_seen_subcommand_from watch" -l since -x -d 'First what was told since then'
complete -c contrastctl -n "__fish_seen_subcommand_from watch" -l until -x -a pass -d 'End as soon as nothing fails'

complete -c contrastctl -n "__fish_seen_subcommand_from lsp" -l root-map -x \
  -d 'LOCAL=REMOTE: a directory that the editor calls otherwise'
