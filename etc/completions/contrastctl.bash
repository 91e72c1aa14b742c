# Completion of contrastctl for bash. Installed as /usr/share/bash-completion/completions/contrastctl.

_contrastctl_options() {
  local common='--json --output= --no-pager --help' daemon='--socket=' asking='--socket= --no-daemon'
  case $1 in
    check) echo --traits= --override= --with= --pair= --rule= --all-pairs --notes --new-only --against= --no-baseline --fail-on= --conformance= --ios= \
      --format= --quiet $asking $common ;;
    ratio) echo --on= --p3 $common ;;
    suggest) echo --keep= --needs= --all-traits --in= --traits= --override= --with= --conformance= --ios= $asking $common ;;
    fix) echo --apply --pair= --at-definition --traits= --conformance= --ios= $common ;;
    explain) echo --in= --traits= --override= --with= --conformance= --ios= $asking $common ;;
    resolve) echo --in= --traits= --override= --with= --ios= $asking $common ;;
    tokens) echo --uncovered --duplicates --traits= --override= --with= --ios= $asking $common ;;
    pairs) echo --why --traits= --override= --with= --conformance= --ios= $asking $common ;;
    traits) echo --traits= --override= --ios= $asking $common ;;
    matrix) echo --traits= --override= --with= --conformance= --ios= $asking $common ;;
    policy) echo --accept --origin $common ;;
    baseline) echo $common ;;
    waiver) echo --in= --owner= --reason= --expires= --traits= --rule= --ticket= $common ;;
    watch) echo --since= --until= $daemon $common ;;
    history) echo --traits= --since= --palette= $daemon $common ;;
    status | list | sync | verify | reload | cat-config) echo $daemon $common ;;
    lsp) echo --root-map= $asking $common ;;
  esac
}

_contrastctl_values() {
  case $1 in
    --fail-on) echo error warning note never ;;
    --conformance) echo AA AAA ;;
    --ios) echo ios13-14 ios15-18 ios26 ;;
    --format) echo human json ;;
    --json) echo pretty short off ;;
    --keep) echo fg bg ;;
    --until) echo pass ;;
    --traits) echo style= contrast= level= gamut= idiom= ;;
    --override) echo style= fake-dark= dynamic= ;;
    style) echo light dark ;;
    contrast) echo normal high medium low ;;
    level) echo base elevated ;;
    gamut) echo srgb p3 ;;
    idiom) echo universal iphone ipad tv watch mac car vision ;;
    fake-dark | dynamic) echo yes no ;;
  esac
}

_contrastctl() {
  local commands='check ratio suggest fix explain resolve tokens pairs traits matrix policy baseline waiver status list watch history sync verify reload cat-config lsp'
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} key='' values=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$commands help --help --version" -- "$cur"))
    return
  fi
  if [[ ${COMP_WORDS[1]} == help ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$cur"))
    return
  fi
  # Readline takes "=" for a word of its own: "--fail-on", "=", "war".
  if [[ $cur == = ]]; then
    key=$prev cur=''
  elif [[ $prev == = ]]; then
    key=${COMP_WORDS[COMP_CWORD - 2]}
  elif [[ $prev == --* && $prev != --json && " $(_contrastctl_options "${COMP_WORDS[1]}") " == *" $prev= "* ]]; then
    key=$prev
  elif [[ $prev == -o ]]; then
    key=--output
  fi
  if [[ -n $key ]]; then
    values=$(_contrastctl_values "${key##*,}")
    if [[ -n $values ]]; then
      COMPREPLY=($(compgen -W "$values" -- "$cur"))
    elif [[ $key == --in || $key == --output || $key == --socket ]]; then
      COMPREPLY=($(compgen -f -- "$cur"))
      compopt -o filenames 2>/dev/null
    fi
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$(_contrastctl_options "${COMP_WORDS[1]}")" -- "$cur"))
  else
    case ${COMP_WORDS[1]} in
      policy)
        if ((COMP_CWORD == 2)); then
          COMPREPLY=($(compgen -W 'init show check schema' -- "$cur"))
        else
          COMPREPLY=($(compgen -f -- "$cur"))
          compopt -o filenames 2>/dev/null
        fi
        ;;
      baseline | waiver)
        local verbs='create prune show'
        [[ ${COMP_WORDS[1]} == waiver ]] && verbs='add list check'
        if ((COMP_CWORD == 2)); then
          COMPREPLY=($(compgen -W "$verbs" -- "$cur"))
        else
          COMPREPLY=($(compgen -f -- "$cur"))
          compopt -o filenames 2>/dev/null
        fi
        ;;
      check | tokens | pairs | traits | matrix)
        COMPREPLY=($(compgen -f -- "$cur"))
        compopt -o filenames 2>/dev/null
        ;;
    esac
  fi
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -F _contrastctl contrastctl
