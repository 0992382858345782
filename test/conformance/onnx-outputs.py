"""Trains models with xgboost, LightGBM and scikit-learn, exports them as ONNX and writes each beside what onnxruntime answers. Usage: onnx-outputs.py FOLDER"""
import json
import sys
import warnings

import lightgbm as lgb
import numpy as np
import onnx
import onnxmltools
import onnxruntime
import xgboost as xgb
from onnx import TensorProto, helper
from onnxmltools.convert.common.data_types import FloatTensorType
from skl2onnx import convert_sklearn
from skl2onnx.common.data_types import FloatTensorType as SklearnFloats
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor, RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")
folder = sys.argv[1]
random = np.random.RandomState(1)
features = 6
rows = 3000
x = (random.randn(rows, features) * np.array([1, 10, 1000, 0.01, 1, 1])).astype("f4")
x[:, 5] = np.round(x[:, 5])
x[random.rand(rows, features) < 0.15] = np.nan
known = np.nan_to_num(x)
y = (known[:, 0] + known[:, 1] / 10 + (known[:, 2] > 500) + np.isnan(x[:, 3]) + random.randn(rows) > 1.5).astype(int)
three = y + (known[:, 0] > 1)
ours = [("input", FloatTensorType([None, features]))]
theirs = [("input", SklearnFloats([None, features]))]


def plain(values):
    return [[None if np.isnan(value) else float(value) for value in row] for row in values]


def attributes_of(node):
    return {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}


def trees_of(model):
    return next(node for node in model.graph.node if node.op_type.startswith("TreeEnsemble"))


def asked(model):
    """A thousand rows with missing values; in some of them a value is the threshold of a split itself."""
    values = x[:1000].copy()
    found = attributes_of(trees_of(model))
    splits = onnx.numpy_helper.to_array(found["nodes_splits"]) if "nodes_splits" in found else np.array(found["nodes_values"], "f4")
    owners = np.array(found["nodes_featureids"])
    for row in range(0, 1000, 2):
        at = random.randint(len(splits))
        if np.isfinite(splits[at]):
            values[row, owners[at]] = splits[at]
    return values


def write(name, model):
    content = model.SerializeToString()
    with open(f"{folder}/{name}.onnx", "wb") as file:
        file.write(content)
    values = asked(model)
    session = onnxruntime.InferenceSession(content)
    answers = session.run(None, {session.get_inputs()[0].name: values})
    scores = answers[-1]
    predictions = [row[1] for row in scores] if isinstance(scores, list) else scores[:, -1].tolist()
    with open(f"{folder}/{name}.outputs.json", "w") as file:
        json.dump({"rows": plain(values), "predictions": [float(value) for value in predictions]}, file)


def write_refused(name, model):
    with open(f"{folder}/{name}.onnx", "wb") as file:
        file.write(model.SerializeToString())


def tree_ensemble(model, transform=0):
    """The same trees as the operator TreeEnsemble (opset 5), whose leaves stand apart, with a Sigmoid behind."""
    old = attributes_of(trees_of(model))
    leaf = [mode == b"LEAF" for mode in old["nodes_modes"]]
    keys = list(zip(old["nodes_treeids"], old["nodes_nodeids"]))
    splits = {key: at for at, key in enumerate(key for key, is_leaf in zip(keys, leaf) if not is_leaf)}
    leaves = {key: at for at, key in enumerate(key for key, is_leaf in zip(keys, leaf) if is_leaf)}
    weights = dict(zip(zip(old["target_treeids"], old["target_nodeids"]), old["target_weights"]))
    inner = [at for at, is_leaf in enumerate(leaf) if not is_leaf]

    def branch(name):
        to = [(keys[at][0], old[name][at]) for at in inner]
        return [leaves[key] if key in leaves else splits[key] for key in to], [int(key in leaves) for key in to]

    true_ids, true_leaves = branch("nodes_truenodeids")
    false_ids, false_leaves = branch("nodes_falsenodeids")
    node = helper.make_node(
        "TreeEnsemble", ["input"], ["sum"], domain="ai.onnx.ml", n_targets=1, aggregate_function=1, post_transform=transform,
        tree_roots=[splits[(tree, 0)] for tree in sorted({tree for tree, _ in splits})],
        nodes_featureids=[old["nodes_featureids"][at] for at in inner],
        nodes_splits=onnx.numpy_helper.from_array(np.array([old["nodes_values"][at] for at in inner], "f4")),
        nodes_modes=onnx.numpy_helper.from_array(np.array([1] * len(inner), "u1")),
        nodes_missing_value_tracks_true=[old["nodes_missing_value_tracks_true"][at] for at in inner],
        nodes_truenodeids=true_ids, nodes_trueleafs=true_leaves, nodes_falsenodeids=false_ids, nodes_falseleafs=false_leaves,
        leaf_targetids=[0] * len(leaves), leaf_weights=onnx.numpy_helper.from_array(np.array([weights[key] for key in leaves], "f4")),
    )
    graph = helper.make_graph([node, helper.make_node("Sigmoid", ["sum"], ["variable"])], "trees", [helper.make_tensor_value_info("input", TensorProto.FLOAT, [None, features])], [helper.make_tensor_value_info("variable", TensorProto.FLOAT, [None, 1])])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("ai.onnx.ml", 5), helper.make_opsetid("", 21)], ir_version=10)


def changed(model, change):
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    change(trees_of(copy))
    return copy


def set_list(node, name, values):
    for attribute in node.attribute:
        if attribute.name == name:
            node.attribute.remove(attribute)
            break
    node.attribute.append(helper.make_attribute(name, values))


def mix(node):
    modes = attributes_of(node)["nodes_modes"]
    set_list(node, "nodes_modes", [mode if mode == b"LEAF" else random.choice([b"BRANCH_LEQ", b"BRANCH_LT", b"BRANCH_GTE", b"BRANCH_GT"]) for mode in modes])
    set_list(node, "nodes_missing_value_tracks_true", random.randint(0, 2, len(modes)).tolist())


boosted = xgb.XGBClassifier(n_estimators=120, max_depth=6, n_jobs=1, random_state=1).fit(x, y)
classifier = onnxmltools.convert_xgboost(boosted, initial_types=ours)
squared = xgb.XGBRegressor(n_estimators=40, max_depth=5, n_jobs=1, random_state=1).fit(x, y)
regressor = onnxmltools.convert_xgboost(squared, initial_types=ours)
light = lgb.LGBMClassifier(n_estimators=60, num_leaves=25, verbose=-1, n_jobs=1, random_state=1).fit(x, y)
forest = GradientBoostingClassifier(n_estimators=60, random_state=1).fit(known, y)

write("xgboost-classifier", classifier)
write("xgboost-regressor", regressor)
explained = x[:200]
with open(f"{folder}/shares.json", "w") as file:
    answers = squared.get_booster().predict(xgb.DMatrix(explained), pred_contribs=True)
    json.dump({"rows": plain(explained), "background": plain(x), "shares": answers.astype(float).tolist()}, file)
write("lightgbm-classifier", onnxmltools.convert_lightgbm(light, initial_types=ours))
write("lightgbm-booster-no-zipmap", onnxmltools.convert_lightgbm(light.booster_, initial_types=ours, zipmap=False))
write("lightgbm-regressor", onnxmltools.convert_lightgbm(lgb.LGBMRegressor(n_estimators=40, verbose=-1, n_jobs=1, random_state=1).fit(x, y), initial_types=ours))
write("sklearn-classifier", convert_sklearn(forest, initial_types=theirs))
write("sklearn-classifier-no-zipmap", convert_sklearn(forest, initial_types=theirs, options={"zipmap": False}))
write("sklearn-regressor", convert_sklearn(GradientBoostingRegressor(n_estimators=60, random_state=1).fit(known, y), initial_types=theirs))
write("sklearn-forest", convert_sklearn(RandomForestClassifier(n_estimators=30, max_depth=6, random_state=1, n_jobs=1).fit(known, y), initial_types=theirs))
write("tree-ensemble", tree_ensemble(regressor))
write("mixed-comparisons", changed(classifier, mix))

write_refused("logistic-target", tree_ensemble(regressor, 2))
write_refused("three-classes", onnxmltools.convert_xgboost(xgb.XGBClassifier(n_estimators=5, n_jobs=1).fit(x, three), initial_types=ours))
write_refused("scaled", convert_sklearn(make_pipeline(StandardScaler(), GradientBoostingClassifier(n_estimators=5)).fit(known, y), initial_types=theirs))
write_refused("named-classes", convert_sklearn(GradientBoostingClassifier(n_estimators=5).fit(known, np.array(["genuine", "fraud"])[y]), initial_types=theirs))
categories = x.copy()
categories[:, 5] = random.randint(0, 9, rows)
light_categories = lgb.LGBMClassifier(n_estimators=10, verbose=-1, n_jobs=1, random_state=1, min_data_per_group=1, cat_smooth=1).fit(categories, (categories[:, 5] % 3 == 0).astype(int), categorical_feature=[5])
write_refused("categories", onnxmltools.convert_lightgbm(light_categories, initial_types=ours))
