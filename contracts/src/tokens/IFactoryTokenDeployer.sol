// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IFactoryToken} from "./IFactoryToken.sol";
import {IMainToken} from "./IMainToken.sol";

/// @title Deploys launched tokens for the factory
/// @notice Anybody may call it: a token counts only if the factory lists it.
interface IFactoryTokenDeployer {
    /// @param main TIDE.
    /// @param dev The creator.
    /// @param tidePrice USD price of TIDE, 18 decimals.
    function create(IMainToken main, address dev, uint256 tidePrice, IFactoryToken.Launch calldata launch)
        external
        returns (address token);
}
