// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FactoryToken} from "./FactoryToken.sol";
import {IFactoryToken} from "./IFactoryToken.sol";
import {IFactoryTokenDeployer} from "./IFactoryTokenDeployer.sol";
import {IMainToken} from "./IMainToken.sol";

contract FactoryTokenDeployer is IFactoryTokenDeployer {
    /// @inheritdoc IFactoryTokenDeployer
    function create(IMainToken main, address dev, uint256 tidePrice, IFactoryToken.Launch calldata launch)
        external
        returns (address)
    {
        return address(new FactoryToken(main, dev, tidePrice, launch));
    }
}
