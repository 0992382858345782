"""Trains models with xgboost itself and writes each beside what xgboost answers. Usage: xgboost-outputs.py FOLDER"""
import json
import sys

import numpy as np
import xgboost as xgb

folder = sys.argv[1]
names = ["a", "b", "c", "d", "e", "f", "g", "h"]
random = np.random.RandomState(1)
rows = 2000
x = (random.randn(rows, 8) * np.array([1, 10, 1000, 0.01, 1, 1, 1e6, 1])).astype("f4")
x[:, 4] = random.randint(0, 6, rows)
x[:, 5] = np.round(x[:, 5])
x[random.rand(rows, 8) < 0.15] = np.nan
known = np.nan_to_num(x)
y = (known[:, 0] + known[:, 1] / 10 + (known[:, 2] > 500) + np.isin(x[:, 4], [1, 3]) * 2 + random.randn(rows) > 1.5).astype(float)

logistic = {"objective": "binary:logistic"}
cases = [
    ("logistic", {**logistic, "max_depth": 6, "base_score": 0.5}, 60, False),
    ("average", {**logistic, "max_depth": 8, "min_child_weight": 0.1, "eta": 0.2}, 120, False),
    ("parallel", {"objective": "reg:logistic", "max_depth": 3, "subsample": 0.5, "num_parallel_tree": 4}, 15, False),
    ("raw", {"objective": "binary:logitraw", "max_depth": 4, "base_score": 0.3}, 30, False),
    ("squared", {"objective": "reg:squarederror", "max_depth": 5}, 30, False),
    ("exact", {**logistic, "max_depth": 6, "tree_method": "exact", "gamma": 1.0}, 40, False),
    ("lossguide", {**logistic, "max_leaves": 40, "max_depth": 0, "grow_policy": "lossguide", "tree_method": "hist"}, 40, False),
    ("monotone", {**logistic, "max_depth": 5, "tree_method": "hist", "monotone_constraints": "(1,1,0,0,0,0,0,0)"}, 30, False),
    ("categories", {**logistic, "max_depth": 5, "tree_method": "hist", "max_cat_to_onehot": 1}, 30, True),
    ("one-hot", {**logistic, "max_depth": 5, "tree_method": "hist", "max_cat_to_onehot": 10}, 30, True),
]


def matrix(values, labels, categorical):
    types = ["q", "q", "q", "q", "c" if categorical else "q", "q", "q", "q"]
    return xgb.DMatrix(values, labels, feature_names=names, feature_types=types, enable_categorical=categorical)


def answers(model, values, categorical):
    asked = matrix(values, None, categorical)
    return {
        "rows": [[None if np.isnan(value) else float(value) for value in row] for row in values],
        "predictions": model.predict(asked).astype(float).tolist(),
        "margins": model.predict(asked, output_margin=True).astype(float).tolist(),
        "shares": model.predict(asked, pred_contribs=True).astype(float).tolist(),
    }


def write(name, content):
    with open(f"{folder}/{name}", "w") as file:
        json.dump(content, file)


if len(sys.argv) > 2:
    # A model of ours, and rows to answer.
    ours = xgb.Booster(model_file=sys.argv[2])
    values = (random.rand(300, len(ours.feature_names)) * 100).astype("f4")
    values[random.rand(*values.shape) < 0.1] = np.nan
    names = ours.feature_names
    asked = xgb.DMatrix(values, feature_names=names)
    write(
        "ours.outputs.json",
        {
            "rows": [[None if np.isnan(value) else float(value) for value in row] for row in values],
            "predictions": ours.predict(asked).astype(float).tolist(),
            "margins": ours.predict(asked, output_margin=True).astype(float).tolist(),
            "shares": ours.predict(asked, pred_contribs=True).astype(float).tolist(),
        },
    )
else:
    for name, parameters, rounds, categorical in cases:
        model = xgb.train({"nthread": 1, "seed": 3, **parameters}, matrix(x, y, categorical), rounds)
        model.save_model(f"{folder}/{name}.json")
        write(f"{name}.outputs.json", answers(model, x[:150], categorical))
