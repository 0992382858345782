import { entryPayloadType } from '../../seal/entry.ts'
import { bundlePaths, keyEnding, knownFilePattern } from './layout.ts'
import { bundleNamespace, bundlePrincipal } from './sshsig.ts'
import type { VerifyStep } from './verify-keys.ts'

const { manifest, tagManifest, signature, allowedSigners } = bundlePaths

const keyFiles = `$work = New-Item -ItemType Directory (Join-Path $env:TEMP ([Guid]::NewGuid()))
$sha256 = [Security.Cryptography.SHA256]::Create()
function Get-Id([byte[]]$bytes) { [Convert]::ToBase64String($sha256.ComputeHash($bytes)).TrimEnd('=').Replace('+', '-').Replace('/', '_') }
function Get-Der([string]$kid) { [Convert]::FromBase64String(([IO.File]::ReadAllText((Resolve-Path "data\\keys\\$kid${keyEnding}")) -replace '-----(BEGIN|END) PUBLIC KEY-----|\\s', '')) }
$named = New-Object 'Collections.Generic.HashSet[string]'
foreach ($file in Get-ChildItem data\\keys\\*${keyEnding}) {
  if ((Get-Id (Get-Der $file.BaseName)) -ceq $file.BaseName) { [void]$named.Add($file.BaseName) } else { "$($file.Name): ANOTHER KEY" }
}`

const entries = `$openssl = 'C:\\Program Files\\Git\\usr\\bin\\openssl.exe'
$all = foreach ($entry in Get-ChildItem data\\entries, data\\workspace-entries) {
  $envelope = [IO.File]::ReadAllText($entry.FullName) | ConvertFrom-Json
  $payload = [Convert]::FromBase64String($envelope.payload)
  $sig = [Convert]::FromBase64String($envelope.signatures[0].sig)
  $kid = $envelope.signatures[0].keyid
  $message = [byte[]]([Text.Encoding]::ASCII.GetBytes("DSSEv1 ${entryPayloadType.length} ${entryPayloadType} $($payload.Length) ") + $payload)
  [IO.File]::WriteAllBytes("$work\\message", $message)
  [IO.File]::WriteAllBytes("$work\\sig", $sig)
  $e = [Text.Encoding]::UTF8.GetString($payload) | ConvertFrom-Json
  if (-not $named.Contains($kid) -or $kid -cne $e.kid) { $kid = 'none' }
  & $openssl pkeyutl -verify -pubin -inkey "data\\keys\\$kid${keyEnding}" -rawin -in "$work\\message" -sigfile "$work\\sig" | Out-Null
  if ($LASTEXITCODE -ne 0) { Write-Host "$($entry.Name): NOT VERIFIED" }
  $id = [BitConverter]::ToString($sha256.ComputeHash([byte[]](@([byte]0) + $message + $sig))).Replace('-', '').ToLowerInvariant()
  $e | Add-Member -Force file "$($entry.Directory.Name)\\$($entry.Name)"
  $e | Add-Member -Force id $id -PassThru
}
"entries: $(@($all).Count)"`

const enrolment = `$signing = ([IO.File]::ReadAllLines((Resolve-Path ${bundlePaths.bagInfo})) | Where-Object { $_.StartsWith('Fieldseal-Signing-Key: ') } | Select-Object -First 1).Substring(23)
if ($signing -cnotmatch '^[A-Za-z0-9_-]{43}$') { "${bundlePaths.bagInfo}: IT NAMES NO KEY" }
$told = [IO.File]::ReadAllText((Resolve-Path data\\case.json)) | ConvertFrom-Json
$own = @($all | Where-Object { $_.file -clike 'workspace-entries\\*' } | Sort-Object file)
if (Test-Path data\\hub\\order.json) {
  $places = ([IO.File]::ReadAllText((Resolve-Path data\\hub\\order.json)) | ConvertFrom-Json).workspace
  $placed = @(0..($own.Count - 1) | Where-Object { $null -ne $places[$_] } | Sort-Object { $places[$_] })
  $own = @($placed + @(0..($own.Count - 1) | Where-Object { $null -eq $places[$_] }) | ForEach-Object { $own[$_] })
}
$keys = New-Object Collections.ArrayList
$founded = $null
function Get-Key($kid) { $keys | Where-Object { $_.kid -ceq $kid } | Select-Object -First 1 }
function Test-Seals($key, $e) { $e.dev -ceq $key.device -or ($key.device -clike 'hub:*' -and $e.dev.StartsWith("$($key.device)/", [StringComparison]::Ordinal)) }
function Test-Over($key, $e) { $key.revoked -and $(if ($null -ne $key.from) { $e.dseq -ge $key.from } else { [datetime]$e.at -gt [datetime]$key.at }) }
function Test-May($by) { if (@($keys | Where-Object { $_.device -clike 'hub:*' }).Count -gt 0) { $by.device -clike 'hub:*' } else { $by.kid -ceq $keys[0].kid } }
function Add-Key($e, $by) { [void]$keys.Add([pscustomobject]@{ kid = $e.pub.kid; device = $e.pub.device_id; by = $by; revoked = $false; from = $null; at = $null }) }
function Stop-Key($kid, $at, $from) { $key = Get-Key $kid; if ($key -and -not $key.revoked) { $key.revoked = $true; $key.at = $at; $key.from = $from } }
foreach ($e in $own) {
  $by = Get-Key $e.kid
  $isNew = $e.type -clike 'key.*' -and -not (Get-Key $e.pub.kid)
  if (-not $by) {
    if ($keys.Count -eq 0 -and $e.type -ceq 'key.enrolled' -and $e.pub.kid -ceq $e.kid -and $e.pub.device_id -ceq $e.dev -and $e.dev -cnotlike 'hub:*') { Add-Key $e 'itself: it is the first key' }
  }
  elseif (-not (Test-Seals $by $e) -or (Test-Over $by $e)) { }
  elseif ($e.type -ceq 'workspace.created') { if ($by.kid -ceq $keys[0].kid -and $null -eq $founded) { $founded = $e.pub.workspace_id } }
  elseif ($e.type -ceq 'key.rotated') { if ($isNew -and $e.pub.device_id -ceq $by.device) { Add-Key $e $e.kid; Stop-Key $e.kid $e.at ($e.dseq + 1) } }
  elseif ($e.type -ceq 'key.revoked') { if (Test-May $by) { Stop-Key $e.pub.kid $e.at $e.pub.from_dseq } }
  elseif ($e.type -ceq 'key.enrolled' -and $isNew -and @($keys | Where-Object { $_.device -ceq $e.pub.device_id }).Count -eq 0) {
    if ($e.pub.device_id -clike 'hub:*') { if ($by.kid -ceq $keys[0].kid -and $e.pub.device_id -ceq "hub:$founded") { Add-Key $e $e.kid } }
    elseif (Test-May $by) { Add-Key $e $e.kid }
  }
}
$ids = New-Object 'Collections.Generic.HashSet[string]'
foreach ($e in $all) { [void]$ids.Add($e.id) }
foreach ($e in $all) {
  $key = Get-Key $e.kid
  if (-not $key) { "$($e.file): ITS KEY WAS NEVER ENROLLED" }
  elseif (-not (Test-Seals $key $e)) { "$($e.file): BY THE KEY OF ANOTHER DEVICE" }
  elseif (Test-Over $key $e) { "$($e.file): ITS KEY WAS REVOKED BEFORE" }
  if ($e.case -cne $(if ($e.file -clike 'entries\\*') { $told.case.uid } else { 'workspace' })) { "$($e.file): OF ANOTHER CASE" }
  foreach ($id in $e.seen) { if (-not $ids.Contains($id)) { "$($e.file): IT HAS SEEN A STEP THAT IS NOT HERE" } }
}
foreach ($group in $all | Group-Object case, dev -CaseSensitive) {
  $seq = 0; $before = $null
  foreach ($e in $group.Group | Sort-Object { [long]$_.seq }) {
    $seq += 1
    if ($e.seq -ne $seq -or $e.prev -cne $before) { "$($e.file): NOT THE NEXT STEP OF ITS DEVICE" }
    $before = $e.id
  }
}
if (-not ($all | Where-Object { $_.id -ceq $told.exported.entry -and $_.type -ceq 'case.exported' -and $_.kid -ceq $signing })) { 'THE KEY OF THE SIGNATURE DID NOT SEAL THE EXPORT' }
foreach ($key in $keys) { "$($key.kid) of $($key.device), enrolled by $($key.by)$(if ($key.revoked) { ', revoked' })" }
"key of the signature: $(Get-Id (Get-Der $signing))"
"first key of the workspace: $(Get-Id (Get-Der $keys[0].kid))"
foreach ($key in $keys | Where-Object { $_.device -clike 'hub:*' }) { "key of the hub: $(Get-Id (Get-Der $key.kid))" }`

const evidence = `$acquired = @($all | Where-Object { $_.file -clike 'entries\\*' -and $_.type -ceq 'evidence.acquired' })
foreach ($e in $acquired) {
  if (@($told.evidence | Where-Object { $_.entry -ceq $e.id -and $_.sha256 -ceq $e.pub.sha256 }).Count -ne 1) { "$($e.file): NOT TOLD ONCE IN case.json" }
}
foreach ($piece in $told.evidence) {
  if (@($acquired | Where-Object { $_.id -ceq $piece.entry }).Count -ne 1) { "$($piece.uid): NOT SEALED" }
  if ($piece.file -and $listed[$piece.file] -ne $piece.sha256) { "$($piece.file): NOT THE SEALED BYTES" }
}
"pieces of evidence: $($acquired.Count)"`

/** B-109: whatever no rule names is no part of a bundle, whoever has listed it. */
const noPart = `
  elseif ($path -cnotmatch '${knownFilePattern}') { "NO PART OF A BUNDLE  $path" }`

const systemByName = `  if ($path -match '(^|/)(\\.DS_Store|\\._[^/]+|Thumbs\\.db|desktop\\.ini)$|(^|/)__MACOSX/') { "MADE BY A SYSTEM  $path" }`

/** B-74: `._name` is of a system where it is AppleDouble. */
const systemByContent = `  if ($file.LinkType) { "LINK  $path" }
  $isDouble = $file.Name.StartsWith('._') -and [BitConverter]::ToString([byte[]]@([IO.File]::ReadAllBytes($file.FullName) | Select-Object -First 4)) -ceq '00-05-16-07'
  if ($isDouble -or $file.Name -in '.DS_Store', 'Thumbs.db', 'desktop.ini') { "MADE BY A SYSTEM  $path" }`

/**
 * The steps for PowerShell 5.1 and later. They hold keys, entries and evidence against each other as the steps for a
 * shell do; checkpoints, proofs, disclosed values and the hub's signatures are left to those.
 *
 * @param version of the writer of `VERIFY.txt` (B-111)
 */
export const windowsSteps = (version: number): readonly VerifyStep[] => [
  [
    'Every file is the one that the manifests list, and no file was added (nothing but the last lines is printed)',
    `$listed = @{}
foreach ($list in '${tagManifest}', '${manifest}') {
  foreach ($line in [IO.File]::ReadAllLines((Resolve-Path $list))) { $listed[$line.Substring(66)] = $line.Substring(0, 64) }
}
foreach ($path in $listed.Keys) {
  $file = $path.Replace('/', '\\')
  if (-not (Test-Path -LiteralPath $file)) { "MISSING  $path" }
  elseif ((Get-FileHash -LiteralPath $file -Algorithm SHA256).Hash -ne $listed[$path]) { "ALTERED  $path" }
}
$top = (Get-Location).Path.Length + 1
foreach ($file in Get-ChildItem -Recurse -File -Force) {
  $path = $file.FullName.Substring($top).Replace('\\', '/')
${version < 3 ? systemByName : systemByContent}
  elseif (-not $listed.ContainsKey($path) -and $path -notin '${tagManifest}', '${signature}') { "ADDED  $path" }${version < 3 ? '' : noPart}
}
"files compared: $($listed.Count)"
certutil -hashfile data\\case.json SHA256   # one file by itself`,
  ],
  [
    'The manifests are signed; the fingerprint that is printed is the one that you must compare',
    `cmd /c "ssh-keygen -Y verify -f ${allowedSigners} -I ${bundlePrincipal} -n ${bundleNamespace} -s ${signature} < ${tagManifest}"`,
  ],
  ['Every key file holds the key after which it is named (nothing is printed)', keyFiles],
  [
    'Every entry is signed by the key that it names (nothing but the last line is printed; needs openssl 3, which comes with Git for Windows)',
    entries,
  ],
  [
    'Every key was enrolled, by whom is printed down to the first one, and no step of a device is missing (no line in capitals is printed); compare the key ids that are printed at the end',
    enrolment,
  ],
  [
    'The evidence is what the entries seal, and case.json tells each piece once (nothing but the last line is printed)',
    evidence,
  ],
]
