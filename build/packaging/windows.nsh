; What Windows learns from the installer besides shortcuts: links that begin with "lumafold:", and "Open with" for
; photos, films and folders. electron-builder registers no links, and its file associations would make Lumafold the
; default program for every photo. Saved as UTF-8.

!define LUMAFOLD_CLASSES "Software\Classes"

; Behind "--", nothing that a link or a name has in it is a switch of the program.
!macro writeOpenCommand KEY
  WriteRegStr SHELL_CONTEXT "${KEY}" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
!macroend

!macro writeSupportedType EXTENSION
  WriteRegStr SHELL_CONTEXT "${LUMAFOLD_CLASSES}\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".${EXTENSION}" ""
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "${LUMAFOLD_CLASSES}\lumafold" "" "URL:Lumafold"
  WriteRegStr SHELL_CONTEXT "${LUMAFOLD_CLASSES}\lumafold" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "${LUMAFOLD_CLASSES}\lumafold\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  !insertmacro writeOpenCommand "${LUMAFOLD_CLASSES}\lumafold\shell\open\command"

  WriteRegStr SHELL_CONTEXT "${LUMAFOLD_CLASSES}\Applications\${APP_EXECUTABLE_FILENAME}" "FriendlyAppName" "Lumafold"
  !insertmacro writeOpenCommand "${LUMAFOLD_CLASSES}\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command"
  !insertmacro writeSupportedType "jpeg"
  !insertmacro writeSupportedType "jpg"
  !insertmacro writeSupportedType "jpe"
  !insertmacro writeSupportedType "jfif"
  !insertmacro writeSupportedType "png"
  !insertmacro writeSupportedType "webp"
  !insertmacro writeSupportedType "tif"
  !insertmacro writeSupportedType "tiff"
  !insertmacro writeSupportedType "gif"
  !insertmacro writeSupportedType "avif"
  !insertmacro writeSupportedType "avifs"
  !insertmacro writeSupportedType "heic"
  !insertmacro writeSupportedType "heics"
  !insertmacro writeSupportedType "heif"
  !insertmacro writeSupportedType "heifs"
  !insertmacro writeSupportedType "hif"
  !insertmacro writeSupportedType "mpo"
  !insertmacro writeSupportedType "psd"
  !insertmacro writeSupportedType "psb"
  !insertmacro writeSupportedType "bmp"
  !insertmacro writeSupportedType "dib"
  !insertmacro writeSupportedType "jxl"
  !insertmacro writeSupportedType "3fr"
  !insertmacro writeSupportedType "arw"
  !insertmacro writeSupportedType "cr2"
  !insertmacro writeSupportedType "dcr"
  !insertmacro writeSupportedType "dng"
  !insertmacro writeSupportedType "erf"
  !insertmacro writeSupportedType "fff"
  !insertmacro writeSupportedType "iiq"
  !insertmacro writeSupportedType "k25"
  !insertmacro writeSupportedType "kdc"
  !insertmacro writeSupportedType "mef"
  !insertmacro writeSupportedType "mos"
  !insertmacro writeSupportedType "nef"
  !insertmacro writeSupportedType "nrw"
  !insertmacro writeSupportedType "orf"
  !insertmacro writeSupportedType "pef"
  !insertmacro writeSupportedType "raw"
  !insertmacro writeSupportedType "rwl"
  !insertmacro writeSupportedType "sr2"
  !insertmacro writeSupportedType "srf"
  !insertmacro writeSupportedType "srw"
  !insertmacro writeSupportedType "cr3"
  !insertmacro writeSupportedType "crw"
  !insertmacro writeSupportedType "mrw"
  !insertmacro writeSupportedType "raf"
  !insertmacro writeSupportedType "rw2"
  !insertmacro writeSupportedType "x3f"
  !insertmacro writeSupportedType "mp4"
  !insertmacro writeSupportedType "m4v"
  !insertmacro writeSupportedType "mov"
  !insertmacro writeSupportedType "3gp"
  !insertmacro writeSupportedType "avi"
  !insertmacro writeSupportedType "mkv"
  !insertmacro writeSupportedType "webm"
  !insertmacro writeSupportedType "mts"
  !insertmacro writeSupportedType "m2ts"

  ; The menu of folders, in the language of the installer.
  Push $0
  StrCpy $0 "Open with Lumafold"
  ${if} $LANGUAGE == 1031
    StrCpy $0 "Mit Lumafold öffnen"
  ${elseIf} $LANGUAGE == 1036
    StrCpy $0 "Ouvrir avec Lumafold"
  ${elseIf} $LANGUAGE == 1034
  ${orIf} $LANGUAGE == 3082
    StrCpy $0 "Abrir con Lumafold"
  ${elseIf} $LANGUAGE == 1041
    StrCpy $0 "Lumafold で開く"
  ${elseIf} $LANGUAGE == 1025
    StrCpy $0 "الفتح باستخدام Lumafold"
  ${endIf}
  WriteRegStr SHELL_CONTEXT "${LUMAFOLD_CLASSES}\Directory\shell\Lumafold" "" $0
  Pop $0
  WriteRegStr SHELL_CONTEXT "${LUMAFOLD_CLASSES}\Directory\shell\Lumafold" "Icon" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  !insertmacro writeOpenCommand "${LUMAFOLD_CLASSES}\Directory\shell\Lumafold\command"
  !insertmacro tellExplorer
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "${LUMAFOLD_CLASSES}\lumafold"
  DeleteRegKey SHELL_CONTEXT "${LUMAFOLD_CLASSES}\Applications\${APP_EXECUTABLE_FILENAME}"
  DeleteRegKey SHELL_CONTEXT "${LUMAFOLD_CLASSES}\Directory\shell\Lumafold"
  !insertmacro tellExplorer
!macroend

; Menus of files and folders change at once, and not with the next session.
!macro tellExplorer
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)"
!macroend
