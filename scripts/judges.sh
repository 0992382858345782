#!/bin/sh
# Installs the judges of the conformance tests, programs of others: bagit-python (Library of Congress) and case_validate of
# CASE's case-utils, and of the models' tests: xgboost, LightGBM, scikit-learn, their exporters to ONNX, and onnxruntime. They go into .cache/judges of this folder, at fixed versions; nothing of the application needs them.
set -eu
cd "$(dirname "$0")/.."
judges=.cache/judges
wanted='bagit==1.9.0 case-utils==0.18.0 pyshacl==0.40.1 rdflib==7.6.0 xgboost-cpu==3.2.0 numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 lightgbm==4.7.0 onnx==1.23.2 onnxconverter-common==1.16.0 onnxmltools==1.16.0 skl2onnx==1.20.0 onnxruntime==1.31.1'

if [ "$(cat "$judges/installed" 2>/dev/null || true)" = "$wanted" ]; then
  exit 0
fi
rm -rf "$judges"
python3 -m venv "$judges"
# shellcheck disable=SC2086 # the list is meant to be split
"$judges/bin/python" -m pip install --quiet --disable-pip-version-check $wanted
printf '%s\n' "$wanted" > "$judges/installed"
