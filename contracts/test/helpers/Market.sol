// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketTaxReceiver} from "../../src/tokens/IMarkets.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {TokenFactory} from "../../src/tokens/TokenFactory.sol";

/// @dev A market contract as far as tokens and taxes know one; on demand it calls back into the router.
contract Market is IMarketTaxReceiver {
    uint256 public pot;
    uint256 public bounty;
    Swap private _target;
    bytes private _attack;

    function create(TokenFactory factory, address creator) external returns (address) {
        return factory.createMarketToken("MKT", "Will it rain?", false, 0, creator);
    }

    function attack(Swap target, bytes calldata call) external {
        (_target, _attack) = (target, call);
    }

    function onTaxCollected(address, uint256 generalPot, uint256 bountyPool) external {
        pot += generalPot;
        bounty += bountyPool;
        if (_attack.length == 0) return;
        (bool ok, bytes memory reason) = address(_target).call(_attack);
        if (!ok) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}
